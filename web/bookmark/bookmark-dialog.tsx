import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  type DragOverEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { ActionIcon, Button, Modal, TextInput } from '@mantine/core'
import { IconGripVertical, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getMaxLength } from '#contract/lib/schema-values.ts'
import { type Bookmark, BookmarkInput } from '#contract/staff/bookmark.ts'
import { DialogFooter } from '../ui/dialog/dialog-footer.tsx'
import { useRestoreFocus } from '../ui/dialog/use-restore-focus.ts'
import css from './bookmark-dialog.module.css'
import { BookmarkIcon } from './bookmark-icon.tsx'

type Props = {
  bookmarks: readonly Bookmark[]
  onReorder: (next: Bookmark[]) => void
  onRename: (id: string, title: string) => void
  onRemove: (id: string) => void
  onClose: () => void
}

/** Reorders, renames and removes bookmarks. Each change is saved at once. */
export function BookmarkDialog({ bookmarks, onReorder, onRename, onRemove, onClose }: Props) {
  const { t } = useTranslation()
  useRestoreFocus()
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 5 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const indexOf = (id: unknown) => bookmarks.findIndex(({ _id }) => _id === id)
  const handleDragEnd = ({ active, over }: DragEndEvent) => {
    if (over && active.id !== over.id)
      onReorder(arrayMove([...bookmarks], indexOf(active.id), indexOf(over.id)))
  }
  const announcementParams = ({ active, over }: Pick<DragOverEvent, 'active' | 'over'>) => ({
    title: bookmarks[indexOf(active.id)]?.title ?? '',
    position: indexOf((over ?? active).id) + 1,
    count: bookmarks.length,
  })
  const announcements = {
    onDragStart: (event: Pick<DragOverEvent, 'active'>) =>
      t('bookmark.pickedUp', announcementParams({ ...event, over: null })),
    onDragOver: (event: Pick<DragOverEvent, 'active' | 'over'>) =>
      t('bookmark.position', announcementParams(event)),
    onDragEnd: (event: Pick<DragOverEvent, 'active' | 'over'>) =>
      t('bookmark.dropped', announcementParams(event)),
    onDragCancel: (event: Pick<DragOverEvent, 'active' | 'over'>) =>
      t('bookmark.canceled', announcementParams(event)),
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('bookmark.manage')}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <p className={css.hint}>{t(bookmarks.length ? 'bookmark.manageHint' : 'bookmark.empty')}</p>
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        onDragEnd={handleDragEnd}
        accessibility={{ announcements, screenReaderInstructions: { draggable: '' } }}
      >
        <SortableContext
          items={bookmarks.map(({ _id }) => _id)}
          strategy={verticalListSortingStrategy}
        >
          <ul className={css.list}>
            {bookmarks.map(bookmark => (
              <BookmarkRow
                key={bookmark._id}
                bookmark={bookmark}
                onRename={title => onRename(bookmark._id, title)}
                onRemove={() => onRemove(bookmark._id)}
              />
            ))}
          </ul>
        </SortableContext>
      </DndContext>
      <DialogFooter>
        <Button onClick={onClose}>{t('bookmark.done')}</Button>
      </DialogFooter>
    </Modal>
  )
}

function BookmarkRow({
  bookmark: { _id, title, path },
  onRename,
  onRemove,
}: {
  bookmark: Bookmark
  onRename: (title: string) => void
  onRemove: () => void
}) {
  const { t } = useTranslation()
  const {
    attributes,
    listeners,
    setNodeRef,
    setActivatorNodeRef,
    transform,
    transition,
    isDragging,
  } = useSortable({ id: _id })
  const [name, setName] = useState(title)
  const saveName = () => {
    const newName = name.trim()
    if (newName === '') setName(title)
    else if (newName !== title) onRename(newName)
  }
  return (
    <li
      ref={setNodeRef}
      className={css.row}
      data-dragging={isDragging || undefined}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      <button
        type="button"
        ref={setActivatorNodeRef}
        className={css.handle}
        {...attributes}
        {...listeners}
        aria-label={t('bookmark.move', { title })}
      >
        <IconGripVertical size={16} stroke={1.75} aria-hidden />
      </button>
      <BookmarkIcon path={path} size={16} />
      <TextInput
        className={css.field}
        value={name}
        maxLength={getMaxLength(BookmarkInput.shape.title)}
        aria-label={t('bookmark.name', { title })}
        onChange={event => setName(event.currentTarget.value)}
        onBlur={saveName}
        onKeyDown={event => {
          if (event.key === 'Enter') saveName()
        }}
      />
      <ActionIcon
        variant="subtle"
        color="gray"
        size={32}
        aria-label={t('bookmark.remove', { title })}
        onClick={onRemove}
      >
        <IconX size={16} stroke={1.75} />
      </ActionIcon>
    </li>
  )
}
