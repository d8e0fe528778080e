import { useEffect, useState } from 'react'
import type { Option, OptionGroup } from './search-option.ts'

/** Which line is meant: the one chosen by keys or pointer while it is there, else the first. */
export function useChoice(groups: readonly OptionGroup[]) {
  const [chosen, setChosen] = useState<string>()
  const options = groups.flatMap(group => group.options)
  const at = Math.max(
    0,
    options.findIndex(option => option.id === chosen),
  )
  const active: Option | undefined = options[at]

  useEffect(
    function keepInSight() {
      if (chosen !== undefined)
        document
          .querySelector('[role="option"][aria-selected="true"]')
          ?.scrollIntoView({ block: 'nearest' })
    },
    [chosen],
  )

  const toGroup = (by: number) => {
    const now = groups.findIndex(group => group.options.some(option => option.id === active?.id))
    return groups[Math.min(Math.max(now + by, 0), groups.length - 1)]?.options[0]
  }
  function target(key: string): Option | undefined {
    if (key === 'ArrowDown') return options[(at + 1) % options.length]
    if (key === 'ArrowUp') return options[(at - 1 + options.length) % options.length]
    if (key === 'PageDown') return toGroup(1)
    return key === 'PageUp' ? toGroup(-1) : undefined
  }
  return {
    active,
    count: options.length,
    isByHand: chosen !== undefined && active?.id === chosen,
    choose: setChosen,
    /** Moves the choice for this key; false when the key means nothing here. */
    step(key: string): boolean {
      const next = target(key)
      if (next) setChosen(next.id)
      return next !== undefined
    },
  }
}
