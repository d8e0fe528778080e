-- An event of the calendar. A series is one row with a rule. Its events that differ are rows of their own.
create table calendar_event (
  store_id uuid not null default current_store() references store on delete cascade,
  id uuid not null default new_id(),
  title text not null check (length(title) between 1 and 200),
  description text not null default '',
  location text not null default '',
  category text not null default 'business'
    check (category in ('personal', 'business', 'family', 'holiday', 'etc')),
  is_all_day boolean not null default false,
  -- Times of the clock in `time_zone`. Events of whole days begin and end at midnight.
  starts_at timestamp not null,
  ends_at timestamp not null,
  time_zone text not null,
  -- A rule of RFC 5545, and the last day on which the series can begin an event.
  repeat text,
  repeats_until date,
  excluded_on date[] not null default '{}',
  -- The series of an event that differs from the others, and its day in the series, which excludes it.
  series_id uuid,
  original_on date,
  reminder_minutes integer check (reminder_minutes between 0 and 40320),
  -- The next reminder. Null after the last one.
  remind_at timestamptz,
  -- Only its creator sees the event.
  is_private boolean not null default false,
  order_id uuid,
  product_id uuid,
  customer_id uuid,
  created_by uuid default current_person(),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (store_id, id),
  check (ends_at between starts_at and starts_at + interval '93 days'),
  check ((repeat is null) = (repeats_until is null)),
  check ((series_id is null) = (original_on is null)),
  check (series_id is null or repeat is null),
  check (num_nonnulls(order_id, product_id, customer_id) <= 1),
  foreign key (store_id, series_id) references calendar_event on delete cascade,
  foreign key (store_id, order_id) references "order" on delete set null (order_id),
  foreign key (store_id, product_id) references product on delete set null (product_id),
  foreign key (store_id, customer_id) references customer on delete set null (customer_id)
);
comment on table calendar_event is 'Erasure of a customer
by record: order_id
by record: customer_id
delete: title description location
not personal: category time_zone repeat';
create index calendar_event__starts on calendar_event (store_id, starts_at) where repeat is null;
create index calendar_event__series on calendar_event (store_id, repeats_until) where repeat is not null;
create unique index calendar_event__original on calendar_event (store_id, series_id, original_on)
  where series_id is not null;
create index calendar_event__remind on calendar_event (remind_at) where remind_at is not null;
create index calendar_event__author on calendar_event (created_by) where is_private;
create index calendar_event__order on calendar_event (store_id, order_id) where order_id is not null;
create index calendar_event__product on calendar_event (store_id, product_id) where product_id is not null;
create index calendar_event__customer on calendar_event (store_id, customer_id)
  where customer_id is not null;
-- The activity log has no texts, because events can be private.
select belongs_to_store('calendar_event', '{title,description,location,is_private,remind_at,updated_at}');
create policy own_or_shared on calendar_event as restrictive to storewright_app
  using (not is_private or created_by = current_person())
  with check (not is_private or created_by = current_person());
create policy owner_access on calendar_event to current_user using (true) with check (true);

-- The dates of other records in a period.
create index invoice__due on invoice (store_id, due_on)
  where kind = 'invoice' and state in ('Partial Payment', 'Downloaded', 'Sent', 'Issued');
create index discount__starts on discount (store_id, starts_at) where is_active;
create index discount__ends on discount (store_id, ends_at) where is_active and ends_at is not null;
