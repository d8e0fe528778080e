import type { Duplex } from 'node:stream'

/** The open connections to hosts that were primaries, by their address. */
const openSockets = new Map<Duplex, string>()

export function trackSocket(socket: Duplex, address: string): void {
  openSockets.set(socket, address)
  socket.once('close', () => openSockets.delete(socket))
}

/**
 * Closes the connections to hosts that are no longer primaries. A machine that lost its network or its
 * power closes none itself, so its clients would wait for many minutes.
 */
export function closeSockets(addresses: readonly string[]): void {
  for (const [socket, address] of openSockets) if (addresses.includes(address)) socket.destroy()
}
