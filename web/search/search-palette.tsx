import { Kbd, Loader, Modal } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { printed } from '../lib/navigation/shortcut.ts'
import { termsOf } from './search-match.ts'
import type { Option, OptionGroup } from './search-option.ts'
import css from './search-palette.module.css'
import { SearchRow } from './search-row.tsx'
import { useChoice } from './use-choice.ts'
import { useFoundOptions, useListOptions } from './use-found-options.tsx'
import { useFirstOptions, useOwnOptions } from './use-own-options.ts'

type Props = { isOpen: boolean; onClose: () => void; onSheet: () => void }

/** Finds and goes, by keyboard alone. What was typed is gone when it is opened anew. */
export function SearchPalette({ isOpen, onClose, onSheet }: Props) {
  const { t } = useTranslation()
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={t('search.title')}
      withCloseButton={false}
      size={640}
      padding={0}
      yOffset="10vh"
      centered={false}
      classNames={{ header: 'sw-hidden', body: css.body, content: css.content }}
    >
      <Finder onClose={onClose} onSheet={onSheet} />
    </Modal>
  )
}

function useOptions(typed: string, onSheet: () => void) {
  const q = typed.trim()
  const [asked] = useDebouncedValue(q, 120)
  const terms = termsOf(q)
  const first = useFirstOptions()
  const own = useOwnOptions(terms, onSheet)
  const found = useFoundOptions(q === '' ? '' : asked)
  const elsewhere = useListOptions(q)
  const isSettled = q === '' || (q === asked && !found.isFetching)
  const groups: OptionGroup[] = q === '' ? first : [...own, ...found.groups]
  const isNothing = isSettled && !found.isFailed && groups.length === 0
  return {
    q,
    terms,
    isSettled,
    isFailed: found.isFailed && q !== '',
    isNothing,
    groups: isNothing ? [{ name: 'elsewhere', label: '', options: elsewhere }] : groups,
  }
}

function Finder({ onClose, onSheet }: Omit<Props, 'isOpen'>) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const id = useId()
  const [typed, setTyped] = useState('')
  const [isEager, setEager] = useState(false)
  const { q, terms, isSettled, isFailed, isNothing, groups } = useOptions(typed, onSheet)
  const { active, count, isByHand, choose, step } = useChoice(groups)

  function open(option: Option | undefined, isBeside: boolean) {
    if (!option) return
    if (isBeside && option.to !== undefined)
      return void window.open(option.to, '_blank', 'noopener')
    onClose()
    if (option.to !== undefined) void navigate(option.to)
    else option.run?.()
  }
  // A scanner or a quick hand sends Enter before the answer is there: it means the first of what was typed, not of what still stands.
  const eagerly = useRef(open)
  eagerly.current = open
  useEffect(
    function openWhenSettled() {
      if (!isEager || !isSettled) return
      setEager(false)
      if (!isNothing) eagerly.current(active, false)
    },
    [isEager, isSettled, isNothing, active],
  )

  function press(event: React.KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    if (step(event.key)) event.preventDefault()
    else if (event.key === 'Enter') {
      event.preventDefault()
      if (isSettled || isByHand) open(active, event.ctrlKey || event.metaKey)
      else setEager(true)
    }
  }
  const rowId = (option: Option) => `${id}${option.id.replaceAll(/[^\w-]/g, '-')}`

  return (
    <>
      <div className={css.field}>
        <IconSearch size={20} stroke={1.75} aria-hidden />
        <input
          data-autofocus
          className={css.input}
          type="text"
          role="combobox"
          aria-expanded
          aria-controls={`${id}list`}
          aria-autocomplete="list"
          aria-activedescendant={active && rowId(active)}
          aria-label={t('search.title')}
          placeholder={t('search.hint')}
          maxLength={100}
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
          value={typed}
          onKeyDown={press}
          onChange={event => {
            setTyped(event.currentTarget.value)
            choose(undefined)
            setEager(false)
          }}
        />
        {!isSettled && <Loader size={16} aria-label={t('search.searching')} />}
      </div>
      <div className="sw-hidden" role="status">
        {isSettled &&
          q !== '' &&
          (isNothing ? t('search.nothing', { q }) : t('search.count', { count }))}
      </div>
      {isFailed && <p className={css.note}>{t('search.failed')}</p>}
      {isNothing && (
        <p className={css.nothing}>
          <strong>{t('search.nothing', { q })}</strong>
          <span>{t('search.nothingHint')}</span>
        </p>
      )}
      <div
        id={`${id}list`}
        role="listbox"
        aria-label={t('search.results')}
        className={css.list}
        aria-busy={!isSettled}
      >
        {groups.map(group => (
          <div key={group.name} role="group" aria-label={group.label || undefined}>
            {group.label && (
              <div className={css.group} aria-hidden>
                {group.label}
              </div>
            )}
            {group.options.map(option => (
              <SearchRow
                key={option.id}
                option={option}
                id={rowId(option)}
                terms={terms}
                isActive={option.id === active?.id}
                onPoint={() => choose(option.id)}
                onDone={onClose}
              />
            ))}
          </div>
        ))}
      </div>
      <Legend />
    </>
  )
}

function Legend() {
  const { t } = useTranslation()
  return (
    <div className={css.legend} aria-hidden>
      <span>
        <Kbd size="xs">↑</Kbd>
        <Kbd size="xs">↓</Kbd> {t('search.keys.choose')}
      </span>
      <span>
        <Kbd size="xs">↵</Kbd> {t('search.keys.open')}
      </span>
      <span>
        <Kbd size="xs">{printed('mod+↵').join(' ')}</Kbd> {t('search.keys.newTab')}
      </span>
      <span>
        <Kbd size="xs">Esc</Kbd> {t('search.keys.close')}
      </span>
    </div>
  )
}
