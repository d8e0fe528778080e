const pieceBytes = 20_000

/** Lets bytes pass in pieces. While it is closed, each piece waits until `pass` or `open`. */
export class SlowGate {
  private isOpen = true
  private waiting: (() => void)[] = []

  open() {
    this.isOpen = true
    this.pass()
  }
  close() {
    this.isOpen = false
  }
  /** Lets the piece of each stream pass that waits now. */
  pass() {
    for (const release of this.waiting.splice(0)) release()
  }
  countWaiting = () => this.waiting.length

  async *hold(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of source)
      for (let start = 0; start < chunk.length; start += pieceBytes) {
        if (!this.isOpen) await new Promise<void>(resolve => this.waiting.push(resolve))
        yield chunk.subarray(start, start + pieceBytes)
      }
  }
}
