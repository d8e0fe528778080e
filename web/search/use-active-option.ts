import { useEffect, useState } from 'react'
import type { SearchOption, SearchOptionGroup } from './search-option.ts'

/**
 * Returns the active option: the one that the user moved to with the keyboard or the pointer, or
 * the first option if that one is not in the list.
 */
export function useActiveOption(groups: readonly SearchOptionGroup[]) {
  const [selectedId, setSelectedId] = useState<string>()
  const options = groups.flatMap(group => group.options)
  const activeIndex = Math.max(
    0,
    options.findIndex(option => option.id === selectedId),
  )
  const active: SearchOption | undefined = options[activeIndex]

  useEffect(
    function scrollIntoView() {
      if (selectedId !== undefined)
        document
          .querySelector('[role="option"][aria-selected="true"]')
          ?.scrollIntoView({ block: 'nearest' })
    },
    [selectedId],
  )

  const getFirstOfGroup = (offset: number) => {
    const currentIndex = groups.findIndex(group =>
      group.options.some(option => option.id === active?.id),
    )
    return groups[Math.min(Math.max(currentIndex + offset, 0), groups.length - 1)]?.options[0]
  }
  function getOptionForKey(key: string): SearchOption | undefined {
    if (key === 'ArrowDown') return options[(activeIndex + 1) % options.length]
    if (key === 'ArrowUp') return options[(activeIndex - 1 + options.length) % options.length]
    if (key === 'PageDown') return getFirstOfGroup(1)
    return key === 'PageUp' ? getFirstOfGroup(-1) : undefined
  }
  return {
    active,
    count: options.length,
    isUserChoice: selectedId !== undefined && active?.id === selectedId,
    chooseOption: setSelectedId,
    /** Moves the active option. Returns false if the key does not move it. */
    moveByKey(key: string): boolean {
      const next = getOptionForKey(key)
      if (next) setSelectedId(next.id)
      return next !== undefined
    },
  }
}
