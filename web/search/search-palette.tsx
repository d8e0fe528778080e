import { Kbd, Loader, Modal } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { type Dispatch, type SetStateAction, useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { findMaxLength } from '#contract/lib/schema-values.ts'
import { searchApi } from '#contract/store/search.ts'
import { formatKeys } from '../lib/navigation/shortcut.ts'
import { FocusReturn } from '../ui/dialog/focus-return.tsx'
import type { SearchInput } from './search-input.ts'
import { getSearchTerms } from './search-match.ts'
import type { SearchOption, SearchOptionGroup } from './search-option.ts'
import css from './search-palette.module.css'
import { SearchRow } from './search-row.tsx'
import { useActiveOption } from './use-active-option.ts'
import { useHelpResults } from './use-help-results.ts'
import { useInitialOptions, useLocalOptions } from './use-local-options.ts'
import { useListSearchOptions, useServerResults } from './use-server-results.tsx'

type PanelProps = {
  input: SearchInput
  onChangeInput: Dispatch<SetStateAction<SearchInput>>
  /** The field has the focus and receives the keys. */
  onFocusField: () => void
  onClose: () => void
  onOpenShortcuts: () => void
}
type Props = PanelProps & { isOpen: boolean }

/** The search dialog. */
export function SearchPalette({ isOpen, ...panelProps }: Props) {
  const { t } = useTranslation()
  return (
    <Modal
      opened={isOpen}
      onClose={panelProps.onClose}
      title={t('search.title')}
      withCloseButton={false}
      size={640}
      padding={0}
      yOffset="10vh"
      centered={false}
      classNames={{ header: 'sw-hidden', body: css.body, content: css.content }}
    >
      <FocusReturn />
      <SearchPanel {...panelProps} />
    </Modal>
  )
}

function useSearchOptions(searchText: string, onOpenShortcuts: () => void) {
  const q = searchText.trim()
  const [debouncedQuery] = useDebouncedValue(q, 120)
  const terms = getSearchTerms(q)
  const initialOptions = useInitialOptions()
  const localOptions = useLocalOptions(terms, onOpenShortcuts)
  const serverResults = useServerResults(q === '' ? '' : debouncedQuery)
  const helpResults = useHelpResults(q === '' ? '' : debouncedQuery)
  const listOptions = useListSearchOptions(q)
  const isFetching = serverResults.isFetching || helpResults.isFetching
  const isSettled = q === '' || (q === debouncedQuery && !isFetching)
  const groups: SearchOptionGroup[] =
    q === '' ? initialOptions : [...localOptions, ...serverResults.groups, ...helpResults.groups]
  const hasNoResults = isSettled && !serverResults.isFailed && groups.length === 0
  return {
    q,
    terms,
    isSettled,
    isFailed: serverResults.isFailed && q !== '',
    hasNoResults,
    correctionText: serverResults.correctionText,
    groups: hasNoResults ? [{ name: 'elsewhere', label: '', options: listOptions }] : groups,
  }
}

function SearchPanel({ input, onChangeInput, onFocusField, onClose, onOpenShortcuts }: PanelProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const id = useId()
  const { text: searchText, opensWhenSettled } = input
  const { q, terms, isSettled, isFailed, hasNoResults, correctionText, groups } = useSearchOptions(
    searchText,
    onOpenShortcuts,
  )
  const { active, count, isUserChoice, chooseOption, moveByKey } = useActiveOption(groups)

  function openOption(option: SearchOption | undefined, inNewTab: boolean) {
    if (!option) return
    if (inNewTab && option.to !== undefined)
      return void window.open(option.to, '_blank', 'noopener')
    onClose()
    if (option.to !== undefined) void navigate(option.to)
    else option.onSelect?.()
  }
  // A barcode scanner or a fast typist presses Enter before the results arrive. Enter then opens
  // the first result of the new text, not a result of the previous text.
  const latestOpenOption = useRef(openOption)
  latestOpenOption.current = openOption
  useEffect(
    function openWhenSettled() {
      if (!opensWhenSettled || !isSettled) return
      onChangeInput(current => ({ ...current, opensWhenSettled: false }))
      if (!hasNoResults) latestOpenOption.current(active, false)
    },
    [opensWhenSettled, isSettled, hasNoResults, active, onChangeInput],
  )

  function handleKeyDown(event: React.KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    if (moveByKey(event.key)) event.preventDefault()
    else if (event.key === 'Enter') {
      event.preventDefault()
      if (isSettled || isUserChoice) openOption(active, event.ctrlKey || event.metaKey)
      else onChangeInput(current => ({ ...current, opensWhenSettled: true }))
    }
  }
  const getRowId = (option: SearchOption) => `${id}${option.id.replaceAll(/[^\w-]/g, '-')}`

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
          aria-activedescendant={active && getRowId(active)}
          aria-label={t('search.title')}
          placeholder={t('search.hint')}
          maxLength={findMaxLength(searchApi.find.query, 'q')}
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
          value={searchText}
          onKeyDown={handleKeyDown}
          onFocus={({ currentTarget: field }) => {
            onFocusField()
            field.setSelectionRange(field.value.length, field.value.length)
          }}
          onChange={event => {
            onChangeInput({ text: event.currentTarget.value, opensWhenSettled: false })
            chooseOption(undefined)
          }}
        />
        {!isSettled && <Loader size={16} aria-label={t('search.searching')} />}
      </div>
      <SearchStatus {...{ q, count, isSettled, hasNoResults, correctionText }} />
      {isFailed && <p className={css.message}>{t('search.failed')}</p>}
      {correctionText && (
        <p className={css.message} aria-hidden>
          {correctionText}
        </p>
      )}
      {hasNoResults && (
        <p className={css.noResults}>
          <strong>{t('search.noResults', { q })}</strong>
          <span>{t('search.noResultsHint')}</span>
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
              <div className={css.groupLabel} aria-hidden>
                {group.label}
              </div>
            )}
            {group.options.map(option => (
              <SearchRow
                key={option.id}
                option={option}
                id={getRowId(option)}
                terms={terms}
                isActive={option.id === active?.id}
                onHover={() => chooseOption(option.id)}
                onSelect={onClose}
              />
            ))}
          </div>
        ))}
      </div>
      <KeyLegend />
    </>
  )
}

type SearchStatusProps = {
  q: string
  count: number
  isSettled: boolean
  hasNoResults: boolean
  correctionText: string | undefined
}

/** Announces the corrected words and the number of results to screen readers. */
function SearchStatus({ q, count, isSettled, hasNoResults, correctionText }: SearchStatusProps) {
  const { t } = useTranslation()
  return (
    <div className="sw-hidden" role="status">
      {isSettled && correctionText && `${correctionText} `}
      {isSettled &&
        q !== '' &&
        (hasNoResults ? t('search.noResults', { q }) : t('search.count', { count }))}
    </div>
  )
}

function KeyLegend() {
  const { t } = useTranslation()
  return (
    <div className={css.legend} aria-hidden>
      <span>
        <Kbd size="xs">↑</Kbd>
        <Kbd size="xs">↓</Kbd> {t('search.keyHint.choose')}
      </span>
      <span>
        <Kbd size="xs">↵</Kbd> {t('search.keyHint.open')}
      </span>
      <span>
        <Kbd size="xs">{formatKeys('mod+↵').join(' ')}</Kbd> {t('search.keyHint.newTab')}
      </span>
      <span>
        <Kbd size="xs">Esc</Kbd> {t('search.keyHint.close')}
      </span>
    </div>
  )
}
