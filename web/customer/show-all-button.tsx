import { UnstyledButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import css from './customer.module.css'

/** Shows the remaining rows of a short list. */
export function ShowAllButton({ count, onClick }: { count: number; onClick: () => void }) {
  const { t } = useTranslation()
  return (
    <UnstyledButton className={css.allOrdersLink} c="var(--sw-accent-strong)" onClick={onClick}>
      {t('customerHistory.showAll', { n: count })}
    </UnstyledButton>
  )
}
