/** Returns the options of a select or filter, one for each value. */
export const toOptions = <T extends string>(
  values: readonly T[],
  getLabel: (value: T) => string = value => value,
) => values.map(value => ({ value, label: getLabel(value) }))
