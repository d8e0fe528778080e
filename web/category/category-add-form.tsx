import { Button, CloseButton, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getMaxLength } from '#contract/lib/schema-values.ts'
import { CategoryInput, categoryApi } from '#contract/product/category.ts'
import { useRouteMutation } from '../lib/call/api.ts'
import { ApiError } from '../lib/call/request.ts'
import css from './category.module.css'

type Props = {
  parent: string | null
  level?: number
  /** Whether the form replaces the empty list, where it cannot be closed. */
  isStandalone?: boolean
  onAdded?: () => void
  onDone?: () => void
}

/** Adds categories one after another by name and Enter. */
export function CategoryAddForm({
  parent,
  level = 1,
  isStandalone = false,
  onAdded,
  onDone,
}: Props) {
  const { t } = useTranslation()
  const [name, setName] = useState('')
  const [errorMessage, setErrorMessage] = useState('')
  const create = useRouteMutation(categoryApi.create)
  async function createCategory() {
    if (!name.trim() || create.isPending) return
    try {
      await create.mutateAsync({ body: { name, parent } })
      setName('')
      setErrorMessage('')
      onAdded?.()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      error.isHandled = true
      setErrorMessage(error.message)
    }
  }
  return (
    <form
      className={css.addForm}
      data-standalone={isStandalone || undefined}
      style={isStandalone ? undefined : { '--level': level }}
      onSubmit={event => {
        event.preventDefault()
        void createCategory()
      }}
    >
      <TextInput
        size="sm"
        className={css.addFormName}
        value={name}
        maxLength={getMaxLength(CategoryInput.shape.name)}
        error={errorMessage || undefined}
        aria-label={t('category.add.name')}
        placeholder={t('category.add.placeholder')}
        autoFocus={!isStandalone}
        onChange={event => setName(event.currentTarget.value)}
        onKeyDown={event => {
          if (event.key === 'Escape') onDone?.()
        }}
      />
      <Button
        type="submit"
        variant={isStandalone ? 'filled' : 'default'}
        loading={create.isPending}
        disabled={!name.trim()}
      >
        {t('category.add.button')}
      </Button>
      {onDone && <CloseButton aria-label={t('category.add.cancel')} onClick={onDone} />}
    </form>
  )
}
