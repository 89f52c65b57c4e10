"""Sends the head of a response together with the first part of its body."""

import asyncio


class Together(asyncio.Transport):
    """The transport of one response; a kill between two writes would send half of it."""

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__()
        self._transport = transport
        self._loop = loop
        self._is_first = True
        self._head = b""

    def write(self, data: bytes | bytearray | memoryview) -> None:
        if self._transport.is_closing():
            # The client is gone; a delayed response does not know.
            return
        if self._is_first:
            self._is_first = False
            self._head = bytes(data)
            # A missing body is not waited for.
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
