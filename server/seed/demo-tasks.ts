import type { TaskInput } from '#contract/desk/task.ts'
import type { Tx } from '../lib/db/db.ts'

type DemoTask = Pick<TaskInput, 'title' | 'note' | 'tags' | 'steps' | 'isImportant' | 'repeat'> & {
  /** Days from today. Without days, the task has no due date. */
  dueIn?: number
  dueTime?: string
  about?: 'order' | 'product' | 'customer'
  isAssigned?: boolean
  isCompleted?: boolean
}

/** `{{name}}` is the number, title or name of the record. */
const demoTasks: DemoTask[] = [
  {
    title: 'Call {{name}} about the delivery address',
    note: 'The carrier says that the house number is missing.',
    dueIn: 0,
    dueTime: '10:00',
    about: 'customer',
    tags: ['phone'],
    isImportant: true,
    isAssigned: true,
  },
  { title: 'Put a thank-you card into the parcel', dueIn: 0, about: 'order', isAssigned: true },
  {
    title: 'Take new photos of {{name}}',
    note: 'Daylight, white background, one image in use.',
    dueIn: 2,
    about: 'product',
    tags: ['photos'],
    steps: [
      { title: 'Iron the backdrop', isDone: true },
      { title: 'Take the photos', isDone: false },
      { title: 'Replace the images', isDone: false },
    ],
  },
  {
    title: 'Ask the supplier for a new price of {{name}}',
    dueIn: -1,
    about: 'product',
    tags: ['purchasing'],
    isAssigned: true,
  },
  {
    title: 'Send the weekly figures to the accountant',
    dueIn: 4,
    dueTime: '16:00',
    tags: ['accounting'],
    repeat: 'FREQ=WEEKLY',
    isAssigned: true,
  },
  { title: 'Count the shelves in the back room', dueIn: 6, repeat: 'FREQ=MONTHLY' },
  { title: 'Write the shipping times for the holidays on the store', dueIn: 9, isImportant: true },
  { title: 'Find a smaller box for single mugs', tags: ['packaging'] },
  {
    title: 'Refund the difference of {{name}}',
    about: 'order',
    isAssigned: true,
    isCompleted: true,
  },
  { title: 'Order more packing tape', tags: ['packaging'], isCompleted: true },
]

type DemoRecord = { order: Named; product: Named; customer: Named }
type Named = { id: string; name: string }

/** Creates tasks about recent records, and switches on two rules that create further ones. */
export async function createDemoTasks(tx: Tx, personId: string): Promise<void> {
  const records = await tx<DemoRecord[]>`
    select jsonb_build_object('id', o.id, 'name', o.number) as "order",
      jsonb_build_object('id', c.id, 'name', c.name) as customer,
      (select jsonb_build_object('id', p.id, 'name', p.title)
        from order_line l join product p on p.store_id = l.store_id and p.id = l.product_id
        where l.order_id = o.id order by l.id limit 1) as product
    from "order" o join customer c on c.store_id = o.store_id and c.id = o.customer_id
    where c.name <> '' and o.status in ('pending', 'confirmed', 'processing', 'delivered')
      and exists (select from order_line l where l.order_id = o.id and l.product_id is not null)
    order by o.created_at desc, o.id limit ${demoTasks.length}`
  for (const [
    index,
    { about, dueIn, title, isAssigned, isCompleted, ...task },
  ] of demoTasks.entries()) {
    const record = about && records[index % Math.max(1, records.length)]?.[about]
    await tx`
      insert into task ${tx({
        title: title.replace('{{name}}', record?.name ?? ''),
        note: task.note ?? '',
        due_on: dueIn === undefined ? null : getDay(dueIn),
        due_time: task.dueTime ?? null,
        tags: task.tags ?? [],
        is_important: task.isImportant ?? false,
        steps: tx.json(task.steps ?? []),
        repeat: task.repeat ?? null,
        assignee_id: isAssigned ? personId : null,
        created_by: personId,
        ...(record && about && { [`${about}_id`]: record.id }),
        ...(isCompleted && { completed_at: new Date(), completed_by: personId }),
      })}`
  }
  await tx`
    insert into task_rule (rule, is_on, assignee_id)
    values ('return_received', true, ${personId}), ('conversation_waiting', true, null)`
}

const getDay = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

type DemoCalendarEvent = {
  title: string
  category: 'business' | 'family' | 'holiday' | 'etc'
  /** Days from today to the start. */
  startsIn: number
  /** A time of the clock; an event of whole days without it. */
  time?: string
  hours?: number
  days?: number
  repeat?: 'FREQ=WEEKLY'
  location?: string
}

const demoEvents: DemoCalendarEvent[] = [
  {
    title: 'Weekly stocktake',
    category: 'business',
    startsIn: -21,
    time: '09:30',
    hours: 1,
    repeat: 'FREQ=WEEKLY',
  },
  { title: 'Photo shoot', category: 'business', startsIn: 3, time: '10:00', hours: 3 },
  { title: 'Makers’ fair', category: 'business', startsIn: 9, days: 3, location: 'Town hall' },
  { title: 'School play', category: 'family', startsIn: 5, time: '17:00', hours: 2 },
  { title: 'Closed for the holidays', category: 'holiday', startsIn: 24, days: 4 },
  { title: 'New labels arrive', category: 'etc', startsIn: 1, time: '14:00', hours: 1 },
]

/** Creates events of the calendar around today. */
export async function createDemoEvents(tx: Tx, personId: string): Promise<void> {
  for (const { startsIn, time, hours = 0, days = 1, repeat, ...event } of demoEvents)
    await tx`
      insert into calendar_event (title, category, location, is_all_day, starts_at, ends_at, time_zone,
        repeat, repeats_until, created_by)
      select ${event.title}, ${event.category}, ${event.location ?? ''}, ${time === undefined}::boolean,
        start, start + ${time === undefined ? `${days} days` : `${hours} hours`}::interval, timezone,
        ${repeat ?? null}, ${repeat ? '9999-12-31' : null}::date, ${personId}
      from store, lateral (
        select (now() at time zone timezone)::date + ${startsIn}::integer + ${time ?? '00:00'}::time as start) s
      where id = current_store()`
}
