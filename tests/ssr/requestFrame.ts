/** Request frame of the worker protocol, as the host writes it. */

export function requestFrame(id: number, payload: string): Buffer {
  const bytes = Buffer.from(payload);
  const header = Buffer.alloc(8);
  header.writeUInt32BE(4 + bytes.length, 0);
  header.writeUInt32BE(id, 4);
  return Buffer.concat([header, bytes]);
}
