alter table "order" rename column cancelled_at to canceled_at;
