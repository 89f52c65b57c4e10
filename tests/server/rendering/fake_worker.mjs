/** Fake render worker: speaks the real frames, and carries out the command in each payload. */
import { Socket } from "node:net";

const socket = new Socket({ fd: Number(process.argv[2]), readable: true, writable: true });
let rest = Buffer.alloc(0);

/** Commands that return a page, by name. */
const pages = {
  echo: ({ text = "" }) => ({ status: 200, head: `<title>${process.pid}</title>`, body: text }),
  sleep: ({ ms }) => {
    const end = performance.now() + ms;
    while (performance.now() < end);
    return pages.echo({});
  },
  hang: () => pages.sleep({ ms: 60_000 }),
  hangIn: ({ pids }) => (pids.includes(process.pid) ? pages.hang() : pages.echo({})),
  crash: () => process.exit(7),
  crashIn: ({ pids }) => (pids.includes(process.pid) ? pages.crash() : pages.echo({})),
  throw: () => ({ status: 500, head: "", body: "Error: no such leaf\n    at render (x.tsx:1:1)" }),
  errorPage: () => ({ status: 500, head: "<title>Sorry</title>", body: "the fallback screen" }),
  big: ({ bytes }) => ({ status: 200, head: "", body: "x".repeat(bytes) }),
  exhaust: () => {
    for (const heap = []; ; ) heap.push(new Array(100_000).fill({}));
  },
  log: () => {
    console.error("Warning: a leaf is brown");
    console.log("x".repeat(200_000));
    return pages.echo({});
  },
  environment: () => ({
    status: 200,
    head: "",
    body: JSON.stringify({ environment: process.env, flags: process.execArgv, pid: process.pid }),
  }),
};

/** Commands that return bytes that no real worker sends, by name. */
const brokenFrames = {
  garbage: () => Buffer.from("GET / HTTP/1.1\r\nHost: nobody\r\n\r\n".repeat(9)),
  endless: () => Buffer.from([0x7f, 0xff, 0xff, 0xff]),
  unrequested: () => frame(4_000_000_000, { status: 200, head: "", body: "" }),
  secondHello: () => frame(0, { status: 0, head: "", body: "" }),
};

function frame(id, { status, head, body }, renderUs = 0) {
  const header = Buffer.alloc(18);
  const [headBytes, bodyBytes] = [Buffer.from(head), Buffer.from(body)];
  header.writeUInt32BE(14 + headBytes.length + bodyBytes.length, 0);
  header.writeUInt32BE(id, 4);
  header.writeUInt16BE(status, 8);
  header.writeUInt32BE(renderUs, 10);
  header.writeUInt32BE(headBytes.length, 14);
  return Buffer.concat([header, headBytes, bodyBytes]);
}

function carryOut(id, payload) {
  if (payload.do === "close") {
    setInterval(() => {}, 1000);
    socket.removeAllListeners("close");
    socket.destroy();
  } else if (payload.do in brokenFrames) {
    socket.write(brokenFrames[payload.do]());
  } else {
    const begun = performance.now();
    const page = pages[payload.do](payload);
    socket.write(frame(id, page, Math.round((performance.now() - begun) * 1000)));
  }
}

socket.on("data", (chunk) => {
  rest = Buffer.concat([rest, chunk]);
  while (rest.length >= 4 && rest.length >= 4 + rest.readUInt32BE(0)) {
    const end = 4 + rest.readUInt32BE(0);
    const [id, payload] = [rest.readUInt32BE(4), rest.subarray(8, end)];
    rest = rest.subarray(end);
    carryOut(id, JSON.parse(payload.toString()));
  }
});
socket.on("error", () => {});
socket.on("close", () => process.exit(0));
socket.write(frame(0, { status: 0, head: "", body: "" }));
