import { useEffect, useState } from 'react'
import type { SearchOption, SearchOptionGroup } from './search-option.ts'

/** Which line is meant: the one chosen by keys or pointer while it is there, else the first. */
export function useActiveOption(groups: readonly SearchOptionGroup[]) {
  const [chosenId, setChosenId] = useState<string>()
  const options = groups.flatMap(group => group.options)
  const activeIndex = Math.max(
    0,
    options.findIndex(option => option.id === chosenId),
  )
  const active: SearchOption | undefined = options[activeIndex]

  useEffect(
    function scrollIntoView() {
      if (chosenId !== undefined)
        document
          .querySelector('[role="option"][aria-selected="true"]')
          ?.scrollIntoView({ block: 'nearest' })
    },
    [chosenId],
  )

  const firstOfGroup = (offset: number) => {
    const currentIndex = groups.findIndex(group =>
      group.options.some(option => option.id === active?.id),
    )
    return groups[Math.min(Math.max(currentIndex + offset, 0), groups.length - 1)]?.options[0]
  }
  function optionForKey(key: string): SearchOption | undefined {
    if (key === 'ArrowDown') return options[(activeIndex + 1) % options.length]
    if (key === 'ArrowUp') return options[(activeIndex - 1 + options.length) % options.length]
    if (key === 'PageDown') return firstOfGroup(1)
    return key === 'PageUp' ? firstOfGroup(-1) : undefined
  }
  return {
    active,
    count: options.length,
    isUserChoice: chosenId !== undefined && active?.id === chosenId,
    chooseOption: setChosenId,
    /** Moves the choice for this key; false when the key means nothing here. */
    moveByKey(key: string): boolean {
      const next = optionForKey(key)
      if (next) setChosenId(next.id)
      return next !== undefined
    },
  }
}
