const pieceBytes = 20_000

/** Sends the bytes of streams in pieces. While it is paused, each piece waits until `sendWaiting` or `resume`. */
export class StreamThrottle {
  private isPaused = false
  private waiting: (() => void)[] = []

  resume() {
    this.isPaused = false
    this.sendWaiting()
  }
  pause() {
    this.isPaused = true
  }
  /** Sends the waiting piece of each stream. */
  sendWaiting() {
    for (const send of this.waiting.splice(0)) send()
  }
  countWaiting = () => this.waiting.length

  async *limit(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of source)
      for (let start = 0; start < chunk.length; start += pieceBytes) {
        if (this.isPaused) await new Promise<void>(resolve => this.waiting.push(resolve))
        yield chunk.subarray(start, start + pieceBytes)
      }
  }
}
