/**
 * Objects that are added and removed many times a second, such as open requests. A `Set` would keep
 * removed objects until a full garbage collection: it moves to a new table every few changes, and
 * the old tables, which still have the removed objects, refer to each other.
 */
export class OpenList<T> implements Iterable<T> {
  readonly #entries: Entry<T>[] = []

  /** Adds an object and returns a function that removes it. */
  add(item: T): () => void {
    const entry = { item, index: this.#entries.length }
    this.#entries.push(entry)
    return () => this.#remove(entry)
  }

  /** The last entry takes the place of the removed one. */
  #remove(entry: Entry<T>): void {
    if (this.#entries[entry.index] !== entry) return
    const last = this.#entries.pop()
    if (!last || last === entry) return
    last.index = entry.index
    this.#entries[entry.index] = last
  }

  /** Iterates over a copy, so that objects can be removed meanwhile. */
  [Symbol.iterator](): Iterator<T> {
    return this.#entries.map(({ item }) => item).values()
  }
}
type Entry<T> = { item: T; index: number }
