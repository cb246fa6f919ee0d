import { once } from "node:events"
import { connect } from "node:net"
import { text } from "node:stream/consumers"

/** Sends raw bytes and returns the response that was received until the connection ended. */
export async function sendBytes(
  port: number,
  bytes: string,
): Promise<{ status: number; headers: Headers; body: string }> {
  const socket = connect(port, "127.0.0.1")
  await once(socket, "connect")
  socket.write(bytes, "latin1")
  const received = await text(socket)
  const [head = "", ...rest] = received.split("\r\n\r\n")
  const [start = "", ...lines] = head.split("\r\n")
  const pairs = lines.map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1)])
  return {
    status: Number(start.split(" ")[1]),
    headers: new Headers(pairs as [string, string][]),
    body: rest.join("\r\n\r\n"),
  }
}
