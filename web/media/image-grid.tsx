import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import {
  arrayMove,
  rectSortingStrategy,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
} from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { ActionIcon, Popover, TextInput } from '@mantine/core'
import { IconPhotoDown, IconTextCaption, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { getSizedImageUrl } from '#contract/lib/image.ts'
import { getMaxLength } from '#contract/lib/schema-values.ts'
import { ImageInput } from '#contract/product/product-image.ts'
import { FocalPointPicker } from './focal-point-picker.tsx'
import css from './image-field.module.css'
import { type EditableImage, getImageKey } from './image-key.ts'

type Props = {
  images: readonly EditableImage[]
  onChange: (images: EditableImage[]) => void
  /** The field takes one image, such as a logo. */
  isSingle?: boolean
  hasFocalPoint?: boolean
}

/** The sortable grid of `ImageField`, with its own chunk. Space picks up and drops, arrows move. */
export function ImageGrid({ images, onChange, isSingle = false, hasFocalPoint = false }: Props) {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 5 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const indexOf = (id: unknown) => images.findIndex(image => getImageKey(image) === id)
  const handleDragEnd = ({ active, over }: DragEndEvent) => {
    if (over && active.id !== over.id)
      onChange(arrayMove([...images], indexOf(active.id), indexOf(over.id)))
  }
  return (
    <DndContext sensors={sensors} collisionDetection={closestCenter} onDragEnd={handleDragEnd}>
      <SortableContext items={images.map(getImageKey)} strategy={rectSortingStrategy}>
        <ul className={css.grid} data-single={isSingle || undefined}>
          {images.map((image, index) => (
            <ImageTile
              key={getImageKey(image)}
              image={image}
              position={index + 1}
              isMain={index === 0 && images.length > 1}
              hasFocalPoint={hasFocalPoint}
              onEdit={changes =>
                onChange(images.map(other => (other === image ? { ...image, ...changes } : other)))
              }
              onRemove={() => onChange(images.filter(other => other !== image))}
            />
          ))}
        </ul>
      </SortableContext>
    </DndContext>
  )
}

function ImageTile({
  image,
  position,
  isMain,
  hasFocalPoint,
  onEdit,
  onRemove,
}: {
  image: EditableImage
  position: number
  isMain: boolean
  hasFocalPoint: boolean
  onEdit: (changes: Partial<EditableImage>) => void
  onRemove: () => void
}) {
  const { t } = useTranslation()
  const { attributes, listeners, setNodeRef, transform, transition, isDragging } = useSortable({
    id: getImageKey(image),
  })
  return (
    <li
      ref={setNodeRef}
      className={css.tile}
      data-dragging={isDragging || undefined}
      style={{ transform: CSS.Transform.toString(transform), transition }}
    >
      <button
        type="button"
        className={css.handle}
        {...attributes}
        {...listeners}
        aria-label={t('ui.image.move', { position })}
      >
        {/* An image that the server has not fetched yet has no URL. */}
        {image.url ? (
          <img src={getSizedImageUrl(image.url, 480)} alt={image.alt} className={css.image} />
        ) : (
          <span className={css.placeholder}>
            <IconPhotoDown size={22} stroke={1.5} aria-hidden />
          </span>
        )}
      </button>
      {isMain && <span className={css.mainLabel}>{t('ui.image.main')}</span>}
      <span className={css.tools}>
        <Popover width={280} trapFocus returnFocus>
          <Popover.Target>
            <ActionIcon variant="default" size={24} aria-label={t('ui.image.alt', { position })}>
              <IconTextCaption size={14} />
            </ActionIcon>
          </Popover.Target>
          <Popover.Dropdown>
            <TextInput
              label={t('ui.image.altLabel')}
              value={image.alt}
              maxLength={getMaxLength(ImageInput.shape.alt)}
              onChange={event => onEdit({ alt: event.currentTarget.value })}
            />
            {hasFocalPoint && image.url && <FocalPointPicker image={image} onChange={onEdit} />}
          </Popover.Dropdown>
        </Popover>
        <ActionIcon
          variant="default"
          size={24}
          aria-label={t('ui.image.remove', { position })}
          onClick={onRemove}
        >
          <IconX size={14} />
        </ActionIcon>
      </span>
    </li>
  )
}
