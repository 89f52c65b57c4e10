export const institutes = {naro:"https://www.naro.go.jp/"};
export const instituteNames = ["naro"] as const;
