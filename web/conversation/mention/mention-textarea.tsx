import { Combobox, Textarea, type TextareaProps, useCombobox } from '@mantine/core'
import { type KeyboardEventHandler, type RefObject, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { findMentionQuery, type MentionablePerson, matchPeople } from './find-mentions.ts'

type Props = Omit<TextareaProps, 'value' | 'onChange' | 'ref'> & {
  boxRef: RefObject<HTMLTextAreaElement | null>
  value: string
  onTextChange: (text: string) => void
  onKeyDown: KeyboardEventHandler<HTMLTextAreaElement>
  /** Offered after an @. None: the box has no mentions. */
  people: readonly MentionablePerson[]
}

/** A text box that offers people after an @. */
export function MentionTextarea({
  boxRef,
  value,
  onTextChange,
  people,
  onKeyDown,
  ...props
}: Props) {
  const { t } = useTranslation()
  const [query, setQuery] = useState<string>()
  const matches = query === undefined ? [] : matchPeople(people, query)
  const isOpen = matches.length > 0
  const combobox = useCombobox({
    opened: isOpen,
    onOpenedChange: opened => !opened && setQuery(undefined),
  })
  const { selectFirstOption } = combobox
  // biome-ignore lint/correctness/useExhaustiveDependencies: other options are offered for another text
  useEffect(() => {
    if (isOpen) selectFirstOption()
  }, [isOpen, query])
  function mention(name: string) {
    const box = boxRef.current
    const cursor = box?.selectionStart ?? value.length
    const start = value.slice(0, cursor).lastIndexOf('@')
    const before = `${value.slice(0, start)}@${name} `
    onTextChange(before + value.slice(cursor))
    setQuery(undefined)
    requestAnimationFrame(() => {
      box?.focus()
      box?.setSelectionRange(before.length, before.length)
    })
  }
  return (
    <Combobox store={combobox} onOptionSubmit={mention} position="bottom-start" width={260}>
      <Combobox.Target withKeyboardNavigation={isOpen}>
        <Textarea
          {...props}
          ref={boxRef}
          value={value}
          onChange={({ currentTarget: { value: text, selectionStart } }) => {
            onTextChange(text)
            setQuery(findMentionQuery(text.slice(0, selectionStart)))
          }}
          onKeyDown={event => {
            const isChoice = event.key === 'Enter' && !(event.ctrlKey || event.metaKey)
            if (!(isOpen && isChoice)) onKeyDown(event)
          }}
          onBlur={() => setQuery(undefined)}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={!isOpen}>
        <Combobox.Options aria-label={t('conversation.mention')}>
          {matches.map(({ _id, name }) => (
            <Combobox.Option key={_id} value={name}>
              <bdi>{name}</bdi>
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
