/** Sends a file to the host and tells how much of it has gone, which `fetch` cannot. */
import { Refusal } from "./refusal.ts";

export interface Upload {
  readonly path: string;
  readonly file: Blob;
  readonly name: string;
  readonly csrf: string;
  /** From 0 to 1. */
  readonly onProgress: (done: number) => void;
}

export function sendFile<Answer>(upload: Upload): Promise<Answer> {
  const { path, file, name, csrf, onProgress } = upload;
  const form = new FormData();
  form.append("file", file, name);
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const request = new XMLHttpRequest();
  request.open("PUT", path);
  request.setRequestHeader("Accept", "application/json");
  request.setRequestHeader("X-CSRF-Token", csrf);
  request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
  request.onerror = () => reject(new Refusal("app.networkError", 0));
  request.onload = () => {
    const isDone = request.status >= 200 && request.status < 300;
    if (isDone) resolve(JSON.parse(request.responseText));
    else reject(Refusal.of(request.status, request.responseText));
  };
  request.send(form);
  return promise;
}
