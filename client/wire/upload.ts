/** Uploads a file with progress, which `fetch` cannot report. */
import { Refusal } from "./refusal.ts";
import { type Credentials, headersOf } from "./request.ts";

export interface Upload {
  /** PUT replaces a file, POST adds one. */
  readonly method?: "PUT" | "POST";
  readonly path: string;
  readonly file: Blob;
  readonly name: string;
  /** Sent before the file. */
  readonly fields?: Readonly<Record<string, string>>;
  readonly credentials: Credentials;
  /** From 0 to 1. */
  readonly onProgress: (done: number) => void;
  /** Cancels the upload. */
  readonly signal?: AbortSignal;
}

/**
 * Sends a file as a multipart form and returns the host's answer; throws a `Refusal` or the reason
 * of the abort.
 */
export function sendFile<Answer>(upload: Upload): Promise<Answer> {
  const { method = "PUT", path, file, name, fields = {}, credentials, onProgress, signal } = upload;
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append("file", file, name);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, path);
    for (const [header, value] of Object.entries(headersOf(credentials))) {
      request.setRequestHeader(header, value);
    }
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onerror = () => reject(new Refusal("app.networkError", 0));
    request.onload = () => settle(request, resolve, reject);
    signal?.addEventListener("abort", () => {
      request.abort();
      reject(signal.reason);
    });
    if (signal?.aborted) reject(signal.reason);
    else request.send(form);
  });
}

/**
 * Resolves or rejects the upload by its response; a response that is not the host's, such as a
 * proxy's page with status 200, is a failure.
 */
function settle<Answer>(
  request: XMLHttpRequest,
  resolve: (answer: Answer) => void,
  reject: (error: unknown) => void,
): void {
  const { status, responseText } = request;
  const isDone = status >= 200 && status < 300;
  if (!isDone) {
    reject(Refusal.of(status, responseText, request.getResponseHeader("Retry-After")));
    return;
  }
  try {
    resolve(JSON.parse(responseText));
  } catch {
    reject(new Refusal("app.error", status));
  }
}
