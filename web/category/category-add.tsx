import { Button, CloseButton, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { categoryApi } from '#contract/category.ts'
import { useSend } from '../lib/call/api.ts'
import { ApiError } from '../lib/call/request.ts'
import css from './category.module.css'

type Props = {
  parent: string | null
  level?: number /** In the empty list there is nothing to go back to. */
  isAlone?: boolean
  onDone?: () => void
}

/** Name and Enter make a category; the field stays for the next one. */
export function CategoryAdd({ parent, level = 1, isAlone = false, onDone }: Props) {
  const { t } = useTranslation()
  const [name, setName] = useState('')
  const [refusal, setRefusal] = useState('')
  const create = useSend(categoryApi.create)
  async function add() {
    if (!name.trim() || create.isPending) return
    try {
      await create.mutateAsync({ body: { name, parent } })
      setName('')
      setRefusal('')
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      error.isClaimed = true
      setRefusal(error.message)
    }
  }
  return (
    <form
      className={css.add}
      data-alone={isAlone || undefined}
      style={isAlone ? undefined : { '--level': level }}
      onSubmit={event => {
        event.preventDefault()
        void add()
      }}
    >
      <TextInput
        size="sm"
        className={css.addName}
        value={name}
        maxLength={80}
        error={refusal || undefined}
        aria-label={t('category.add.name')}
        placeholder={t('category.add.placeholder')}
        autoFocus={!isAlone}
        onChange={event => setName(event.currentTarget.value)}
        onKeyDown={event => {
          if (event.key === 'Escape') onDone?.()
        }}
      />
      <Button
        type="submit"
        variant={isAlone ? 'filled' : 'default'}
        loading={create.isPending}
        disabled={!name.trim()}
      >
        {t('category.add.button')}
      </Button>
      {onDone && <CloseButton aria-label={t('category.add.cancel')} onClick={onDone} />}
    </form>
  )
}
