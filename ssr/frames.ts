/** The frames on the worker's socket: requests read from bytes cut anywhere, answers written. */

export interface RequestFrame {
  readonly id: number;
  readonly payload: string;
}

export interface Answer {
  readonly status: number;
  readonly head: string;
  readonly body: string;
  /** How long it took, in microseconds. */
  readonly drawnUs: number;
}

export const HELLO_ID = 0;
export const REQUEST_BYTES_MOST = 8 * 1024 * 1024 + 4;
export const ANSWER_BYTES_MOST = 8 * 1024 * 1024;

const LENGTH_BYTES = 4;
const REQUEST_HEADER_BYTES = 8;
const ANSWER_HEADER_BYTES = 18;
const LETTER_BYTES_MOST = 3;
const USUAL_ANSWER_BYTES = 256 * 1024;

const encoder = new TextEncoder();

/**
 * Hands over each request as soon as it is read, so that of several that came together only one is held as text.
 * The caller may reuse a chunk's memory afterwards.
 */
export function requestReader(take: (request: RequestFrame) => void): (chunk: Buffer) => void {
  let kept: Buffer = Buffer.alloc(0);

  return (chunk) => {
    let rest = kept.length === 0 ? chunk : Buffer.concat([kept, chunk]);
    for (let end = frameEnd(rest); end !== undefined; end = frameEnd(rest)) {
      take({
        id: rest.readUInt32BE(LENGTH_BYTES),
        payload: rest.toString("utf8", REQUEST_HEADER_BYTES, end),
      });
      rest = rest.subarray(end);
    }
    kept = rest.buffer === chunk.buffer ? Buffer.from(rest) : rest;
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

/**
 * Writes answers, all but very long ones into the same memory: each is to be sent before the next one is written.
 * Memory of its own for each page is work for the allocator and the collector.
 */
export function answerWriter(): (id: number, answer: Answer) => Buffer {
  const usual = Buffer.allocUnsafeSlow(USUAL_ANSWER_BYTES);

  return (id, answer) => {
    const letters = answer.head.length + answer.body.length;
    // A letter has a byte at least: what is too long for certain is not even written.
    if (letters > ANSWER_BYTES_MOST) throw tooLong(letters);
    const room = ANSWER_HEADER_BYTES + letters * LETTER_BYTES_MOST;
    return written(id, answer, room > usual.length ? Buffer.allocUnsafeSlow(room) : usual);
  };
}

function written(id: number, { status, head, body, drawnUs }: Answer, bytes: Buffer): Buffer {
  const headBytes = encoder.encodeInto(head, bytes.subarray(ANSWER_HEADER_BYTES)).written;
  const bodyStart = ANSWER_HEADER_BYTES + headBytes;
  const total = bodyStart + encoder.encodeInto(body, bytes.subarray(bodyStart)).written;
  // The host would take a longer answer for a broken worker, and end it.
  if (total - LENGTH_BYTES > ANSWER_BYTES_MOST) throw tooLong(total);
  bytes.writeUInt32BE(total - LENGTH_BYTES, 0);
  bytes.writeUInt32BE(id, 4);
  bytes.writeUInt16BE(status, 8);
  bytes.writeUInt32BE(drawnUs, 10);
  bytes.writeUInt32BE(headBytes, 14);
  return bytes.subarray(0, total);
}

const tooLong = (bytes: number) => new RangeError(`an answer of ${bytes} bytes`);
