"""An answer's head leaves with the first piece of its body, and not alone before it."""

import asyncio


class Together(asyncio.Transport):
    """A connection for one answer: whoever is killed between two writes has sent half of it."""

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__()
        self._transport = transport
        self._loop = loop
        self._is_first = True
        self._head = b""

    def write(self, data: bytes | bytearray | memoryview) -> None:
        if self._transport.is_closing():
            # Nobody is there any more, of which an answer that had to wait its turn knows nothing.
            return
        if self._is_first:
            self._is_first = False
            self._head = bytes(data)
            # A body that is not there yet is not waited for.
            self._loop.call_soon(self._send_head)
        elif self._head:
            head, self._head = self._head, b""
            self._transport.writelines((head, data))
        else:
            self._transport.write(data)

    def is_closing(self) -> bool:
        return self._transport.is_closing()

    def close(self) -> None:
        self._send_head()
        self._transport.close()

    def _send_head(self) -> None:
        head, self._head = self._head, b""
        if head and not self._transport.is_closing():
            self._transport.write(head)
