/** Frames on the worker's socket: decodes requests from chunks of any size, encodes responses. */

/** Request of the host: its id, and the payload as JSON. */
export interface RequestFrame {
  readonly id: number;
  readonly payload: string;
}

/** Response to the host without its id. */
export interface ResponseFrame {
  readonly status: number;
  readonly head: string;
  readonly body: string;
  /** Render time in microseconds. */
  readonly renderUs: number;
}

export const HELLO_ID = 0;
/** Largest length of a request: a payload of 8 MiB and the 4 bytes of its id. */
export const MAX_REQUEST_BYTES = 8 * 1024 * 1024 + 4;
export const MAX_RESPONSE_BYTES = 8 * 1024 * 1024;

const LENGTH_BYTES = 4;
const REQUEST_HEADER_BYTES = 8;
const RESPONSE_HEADER_BYTES = 18;
const MAX_CHARACTER_BYTES = 3;
const USUAL_RESPONSE_BYTES = 256 * 1024;

const encoder = new TextEncoder();

/**
 * Returns a function that takes chunks of bytes and calls `handle` with each request as soon as it
 * is complete, so that only one is in memory as text. The caller may reuse the chunk's memory.
 */
export function requestReader(handle: (request: RequestFrame) => void): (chunk: Buffer) => void {
  let incomplete: Buffer = Buffer.alloc(0);

  return (chunk) => {
    let rest = incomplete.length === 0 ? chunk : Buffer.concat([incomplete, chunk]);
    for (let end = frameEnd(rest); end !== undefined; end = frameEnd(rest)) {
      handle({
        id: rest.readUInt32BE(LENGTH_BYTES),
        payload: rest.toString("utf8", REQUEST_HEADER_BYTES, end),
      });
      rest = rest.subarray(end);
    }
    incomplete = rest.buffer === chunk.buffer ? Buffer.from(rest) : rest;
  };
}

/**
 * Returns the index of the end of the first frame; undefined while the frame is incomplete. Throws a
 * RangeError for a length that no request has.
 */
function frameEnd(bytes: Buffer): number | undefined {
  if (bytes.length < LENGTH_BYTES) return undefined;
  const length = bytes.readUInt32BE(0);
  if (length < REQUEST_HEADER_BYTES - LENGTH_BYTES || length > MAX_REQUEST_BYTES) {
    throw new RangeError(`a request frame of ${length} bytes`);
  }
  const end = LENGTH_BYTES + length;
  return bytes.length < end ? undefined : end;
}

/**
 * Returns a function that encodes a response into one reused buffer, a very long one into a new
 * buffer: send each before encoding the next. It throws a RangeError for a response that is too long.
 */
export function responseWriter(): (id: number, response: ResponseFrame) => Buffer {
  // A new buffer for each page would burden the garbage collector.
  const usual = Buffer.allocUnsafeSlow(USUAL_RESPONSE_BYTES);

  return (id, response) => {
    const characters = response.head.length + response.body.length;
    // A character has at least one byte: a text that is certainly too long is not encoded.
    if (characters > MAX_RESPONSE_BYTES) throw tooLong(characters);
    const room = RESPONSE_HEADER_BYTES + characters * MAX_CHARACTER_BYTES;
    return encode(id, response, room > usual.length ? Buffer.allocUnsafeSlow(room) : usual);
  };
}

/** Writes a response into `bytes` and returns the written part; throws if it is too long for the host. */
function encode(
  id: number,
  { status, head, body, renderUs }: ResponseFrame,
  bytes: Buffer,
): Buffer {
  const headBytes = encoder.encodeInto(head, bytes.subarray(RESPONSE_HEADER_BYTES)).written;
  const bodyStart = RESPONSE_HEADER_BYTES + headBytes;
  const total = bodyStart + encoder.encodeInto(body, bytes.subarray(bodyStart)).written;
  // The host kills a worker that sends a longer response.
  if (total - LENGTH_BYTES > MAX_RESPONSE_BYTES) throw tooLong(total);
  bytes.writeUInt32BE(total - LENGTH_BYTES, 0);
  bytes.writeUInt32BE(id, 4);
  bytes.writeUInt16BE(status, 8);
  bytes.writeUInt32BE(renderUs, 10);
  bytes.writeUInt32BE(headBytes, 14);
  return bytes.subarray(0, total);
}

/** Returns the error of a response that is too long. */
const tooLong = (bytes: number) => new RangeError(`a response of ${bytes} bytes`);
