/** Speaks the worker's frames and does what a payload tells it: answers, dawdles, breaks. */
import { Socket } from "node:net";

const socket = new Socket({ fd: Number(process.argv[2]), readable: true, writable: true });
let rest = Buffer.alloc(0);

const deeds = {
  echo: ({ text = "" }) => ({ status: 200, head: `<title>${process.pid}</title>`, body: text }),
  sleep: ({ ms }) => {
    const end = performance.now() + ms;
    while (performance.now() < end);
    return deeds.echo({});
  },
  hang: () => deeds.sleep({ ms: 60_000 }),
  hangIn: ({ pids }) => (pids.includes(process.pid) ? deeds.hang() : deeds.echo({})),
  crash: () => process.exit(7),
  crashIn: ({ pids }) => (pids.includes(process.pid) ? deeds.crash() : deeds.echo({})),
  fail: () => ({ status: 500, head: "", body: "Error: no such leaf\n    at render (x.tsx:1:1)" }),
  ownError: () => ({ status: 500, head: "<title>Sorry</title>", body: "the fallback screen" }),
  big: ({ bytes }) => ({ status: 200, head: "", body: "x".repeat(bytes) }),
  exhaust: () => {
    for (const heap = []; ; ) heap.push(new Array(100_000).fill({}));
  },
  complain: () => {
    console.error("Warning: a leaf is brown");
    console.log("x".repeat(200_000));
    return deeds.echo({});
  },
  circumstances: () => ({
    status: 200,
    head: "",
    body: JSON.stringify({ environment: process.env, flags: process.execArgv, pid: process.pid }),
  }),
};

// What no worker of ours sends; the bytes go out as they are.
const raw = {
  garbage: () => Buffer.from("GET / HTTP/1.1\r\nHost: nobody\r\n\r\n".repeat(9)),
  endless: () => Buffer.from([0x7f, 0xff, 0xff, 0xff]),
  unasked: () => frame(4_000_000_000, { status: 200, head: "", body: "" }),
  secondHello: () => frame(0, { status: 0, head: "", body: "" }),
};

function frame(id, { status, head, body }, drawnUs = 0) {
  const header = Buffer.alloc(18);
  const [headBytes, bodyBytes] = [Buffer.from(head), Buffer.from(body)];
  header.writeUInt32BE(14 + headBytes.length + bodyBytes.length, 0);
  header.writeUInt32BE(id, 4);
  header.writeUInt16BE(status, 8);
  header.writeUInt32BE(drawnUs, 10);
  header.writeUInt32BE(headBytes.length, 14);
  return Buffer.concat([header, headBytes, bodyBytes]);
}

function obey(id, payload) {
  if (payload.do === "close") {
    setInterval(() => {}, 1000);
    socket.removeAllListeners("close");
    socket.destroy();
  } else if (payload.do in raw) {
    socket.write(raw[payload.do]());
  } else {
    const begun = performance.now();
    const page = deeds[payload.do](payload);
    socket.write(frame(id, page, Math.round((performance.now() - begun) * 1000)));
  }
}

socket.on("data", (chunk) => {
  rest = Buffer.concat([rest, chunk]);
  while (rest.length >= 4 && rest.length >= 4 + rest.readUInt32BE(0)) {
    const end = 4 + rest.readUInt32BE(0);
    const [id, payload] = [rest.readUInt32BE(4), rest.subarray(8, end)];
    rest = rest.subarray(end);
    obey(id, JSON.parse(payload.toString()));
  }
});
socket.on("error", () => {});
socket.on("close", () => process.exit(0));
socket.write(frame(0, { status: 0, head: "", body: "" }));
