/** Quantities and sales of items. The index is the number of the item (`sales_item`). */
export type ItemSums = {
  quantities: Float64Array
  sales: Float64Array
  /** The first `count` are the numbers that have sums, in the order in which they were added. */
  numbers: Int32Array
  count: number
  /** 1 for each number in `numbers`. */
  isListed: Uint8Array
}
/** The quantities and sales of some items, each at the position of its number. */
export type ItemList = { numbers: number[]; quantities: number[]; sales: number[] }
export type HighestItems = {
  items: ItemList
  /** False if other items sold at most `lowestSales`. */
  isComplete: boolean
  lowestSales: number
}

const createItemSums = (maxNumber: number): ItemSums => ({
  quantities: new Float64Array(maxNumber + 1),
  sales: new Float64Array(maxNumber + 1),
  numbers: new Int32Array(maxNumber + 1),
  count: 0,
  isListed: new Uint8Array(maxNumber + 1),
})

let reusedSums = createItemSums(0)

/**
 * Calls the function with empty sums, which are valid until it returns. All calls use the same arrays:
 * new ones for a store with 500,000 customers would cause a garbage collection every few requests.
 */
export function withItemSums<Result>(maxNumber: number, work: (sums: ItemSums) => Result): Result {
  if (maxNumber >= reusedSums.sales.length) reusedSums = createItemSums(2 * maxNumber)
  const sums = reusedSums
  try {
    return work(sums)
  } finally {
    for (let position = 0; position < sums.count; position++) {
      const number = sums.numbers[position] ?? 0
      sums.quantities[number] = 0
      sums.sales[number] = 0
      sums.isListed[number] = 0
    }
    sums.count = 0
  }
}

function addItem(sums: ItemSums, number: number, quantity: number, sales: number) {
  if (sums.isListed[number] === 0) {
    sums.isListed[number] = 1
    sums.numbers[sums.count++] = number
  }
  sums.quantities[number] = (sums.quantities[number] ?? 0) + quantity
  sums.sales[number] = (sums.sales[number] ?? 0) + sales
}

export function addList(sums: ItemSums, { numbers, quantities, sales }: ItemList) {
  for (const [position, number] of numbers.entries())
    addItem(sums, number, quantities[position] ?? 0, sales[position] ?? 0)
}

/**
 * Returns the sums as text, in base64 because the driver reads text faster than bytes. Each item has
 * three integers: the distance to the previous number, the quantity and the sales. An integer has
 * seven bits in each byte, lowest first. The eighth bit is set if more bytes follow.
 */
export function packSums({ quantities, sales, numbers, count }: ItemSums): string {
  const bytes: number[] = []
  const append = (integer: number) => {
    let rest = integer
    for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128)
    bytes.push(rest)
  }
  // The lowest bit is the sign, so negative integers become odd.
  const appendSigned = (integer: number) => append(integer < 0 ? -2 * integer - 1 : 2 * integer)
  let previousNumber = 0
  for (const number of numbers.slice(0, count).sort()) {
    const [quantity = 0, amount = 0] = [quantities[number], sales[number]]
    if (quantity === 0 && amount === 0) continue
    append(number - previousNumber)
    appendSigned(quantity)
    appendSigned(amount)
    previousNumber = number
  }
  return Buffer.from(bytes).toString('base64')
}

/** Adds the bytes of packed sums, or subtracts them if `sign` is -1. */
export function addPackedSums(sums: ItemSums, bytes: Uint8Array, sign: number) {
  const reader = { bytes, position: 0 }
  let number = 0
  while (reader.position < reader.bytes.length) {
    number += readInteger(reader)
    addItem(sums, number, sign * readSigned(reader), sign * readSigned(reader))
  }
}

type Reader = { bytes: Uint8Array; position: number }

function readInteger(reader: Reader): number {
  const byte = reader.bytes[reader.position++] ?? 0
  return byte < 128 ? byte : readLongInteger(reader, byte - 128)
}

function readLongInteger(reader: Reader, lowestBits: number): number {
  let integer = lowestBits
  for (let factor = 128; ; factor *= 128) {
    const byte = reader.bytes[reader.position++] ?? 0
    if (byte < 128) return integer + byte * factor
    integer += (byte - 128) * factor
  }
}

function readSigned(reader: Reader): number {
  const integer = readInteger(reader)
  return integer % 2 === 0 ? integer / 2 : -(integer + 1) / 2
}

/** Returns the sold items with the highest sales, highest first. */
export function selectHighest(sums: ItemSums, limit: number): HighestItems {
  const { quantities, sales, count } = sums
  const sortHighest = (numbers: readonly number[]) =>
    numbers.toSorted((a, b) => (sales[b] ?? 0) - (sales[a] ?? 0) || a - b).slice(0, limit)
  let numbers: number[] = []
  let isComplete = true
  let lowestSales = Number.NEGATIVE_INFINITY
  for (let position = 0; position < count; position++) {
    const number = sums.numbers[position] ?? 0
    if ((quantities[number] ?? 0) <= 0) continue
    if ((sales[number] ?? 0) > lowestSales) numbers.push(number)
    else isComplete = false
    // Sorting only after many items takes less time than inserting each item in order.
    if (numbers.length < 2 * limit + 100) continue
    numbers = sortHighest(numbers)
    isComplete = false
    lowestSales = sales[numbers.at(-1) ?? 0] ?? 0
  }
  if (numbers.length > limit) isComplete = false
  numbers = sortHighest(numbers)
  return {
    items: {
      numbers,
      quantities: numbers.map(number => quantities[number] ?? 0),
      sales: numbers.map(number => sales[number] ?? 0),
    },
    isComplete,
    lowestSales: isComplete ? Number.NEGATIVE_INFINITY : (sales[numbers.at(-1) ?? 0] ?? 0),
  }
}
