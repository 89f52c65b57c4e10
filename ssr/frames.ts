/** The frames on the worker's socket: requests read from bytes cut anywhere, answers written. */

export interface RequestFrame {
  readonly id: number;
  readonly payload: string;
}

export interface Answer {
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

export const HELLO_ID = 0;
export const REQUEST_BYTES_MOST = 8 * 1024 * 1024 + 4;
export const ANSWER_BYTES_MOST = 8 * 1024 * 1024;

const LENGTH_BYTES = 4;
const REQUEST_HEADER_BYTES = 8;
const ANSWER_HEADER_BYTES = 14;

export function requestReader(): (chunk: Buffer) => RequestFrame[] {
  let rest: Buffer = Buffer.alloc(0);

  return (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const requests: RequestFrame[] = [];
    for (let end = frameEnd(rest); end !== undefined; end = frameEnd(rest)) {
      requests.push({
        id: rest.readUInt32BE(LENGTH_BYTES),
        payload: rest.toString("utf8", REQUEST_HEADER_BYTES, end),
      });
      rest = rest.subarray(end);
    }
    return requests;
  };
}

/** Where the first frame ends, if all of it is there. */
function frameEnd(bytes: Buffer): number | undefined {
  if (bytes.length < LENGTH_BYTES) return undefined;
  const length = bytes.readUInt32BE(0);
  if (length < REQUEST_HEADER_BYTES - LENGTH_BYTES || length > REQUEST_BYTES_MOST) {
    throw new RangeError(`a request frame of ${length} bytes`);
  }
  const end = LENGTH_BYTES + length;
  return bytes.length < end ? undefined : end;
}

export function answerFrame(id: number, { status, head, body }: Answer): Buffer {
  const headBytes = Buffer.byteLength(head);
  const total = ANSWER_HEADER_BYTES + headBytes + Buffer.byteLength(body);
  // The host would take a longer answer for a broken worker, and end it.
  if (total - LENGTH_BYTES > ANSWER_BYTES_MOST) {
    throw new RangeError(`an answer of ${total} bytes`);
  }
  const frame = Buffer.allocUnsafe(total);
  frame.writeUInt32BE(total - LENGTH_BYTES, 0);
  frame.writeUInt32BE(id, 4);
  frame.writeUInt16BE(status, 8);
  frame.writeUInt32BE(headBytes, 10);
  frame.write(head, ANSWER_HEADER_BYTES);
  frame.write(body, ANSWER_HEADER_BYTES + headBytes);
  return frame;
}
