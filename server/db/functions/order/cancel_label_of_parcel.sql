-- Cancels the label of a parcel that was canceled.
create or replace function cancel_label_of_parcel() returns trigger language plpgsql as $$
begin
  perform cancel_label(new.id);
  return null;
end $$;
