/**
 * Holds objects that are added and removed many times a second, such as open requests, in no order. A
 * `Set` would keep removed objects until a major garbage collection: it replaces its table every few
 * changes, and each old table keeps the objects of that time and refers to the next table.
 */
export class UnorderedCollection<T> implements Iterable<T> {
  readonly #entries: Entry<T>[] = []

  /** Adds an object and returns a function that removes it. */
  add(item: T): () => void {
    const entry = { item, index: this.#entries.length }
    this.#entries.push(entry)
    return () => this.#remove(entry)
  }

  /** Moves the last entry to the position of the removed entry. */
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
