import { ActionIcon } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { PermissionGate } from '../lib/session/permission-gate.tsx'
import css from './faq-question.module.css'

type Props = { name: string; index: number; count: number; onMove: (index: number) => void }

/** Buttons that move a question or a category up or down by one, if there are others. */
export function MoveButtons({ name, index, count, onMove }: Props) {
  const { t } = useTranslation()
  if (count < 2) return null
  return (
    <PermissionGate permission="cms:write">
      <div className={css.moves}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={28}
          disabled={index === 0}
          aria-label={t('ui.listItem.moveUp', { name })}
          onClick={() => onMove(index - 1)}
        >
          <IconArrowUp size={15} stroke={1.75} />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={28}
          disabled={index === count - 1}
          aria-label={t('ui.listItem.moveDown', { name })}
          onClick={() => onMove(index + 1)}
        >
          <IconArrowDown size={15} stroke={1.75} />
        </ActionIcon>
      </div>
    </PermissionGate>
  )
}
