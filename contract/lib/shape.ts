import type { z } from 'zod'

type Shape = { shape: Readonly<Record<string, z.ZodType>> }
type ShapeKey<S extends Shape> = keyof S['shape'] & string

/** Returns the keys of a shape, in the order in which it declares them. */
export const getShapeKeys = <S extends Shape>(schema: S): ShapeKey<S>[] =>
  Object.keys(schema.shape) as ShapeKey<S>[] // the keys of an object literal are known to the compiler

/**
 * Returns the fields of `values` that the shape declares. Missing fields stay missing.
 */
export const pickFields = <S extends Shape, V extends object>(
  schema: S,
  values: V,
): Pick<V, ShapeKey<S> & keyof V> =>
  Object.fromEntries(Object.entries(values).filter(([key]) => key in schema.shape)) as Pick<
    V,
    ShapeKey<S> & keyof V // the filter keeps these keys and no other
  >

/** Returns the values without those of the keys. */
export const omitFields = <V extends object, K extends keyof V & string>(
  values: V,
  keys: readonly K[],
): Omit<V, K> =>
  Object.fromEntries(
    Object.entries(values).filter(([key]) => !keys.some(omitted => omitted === key)),
  ) as Omit<V, K> // the filter removes these keys and no other
