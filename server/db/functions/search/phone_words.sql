-- Returns the words that a phone number is found by: its digits from each position to the end, so that it
-- is found with and without the codes of the country and area. A plus sign separates them from other numbers. The
-- search omits leading zeros and has at least five digits.
create or replace function phone_words(phone text) returns text[] language plpgsql immutable parallel safe as $$
begin
  -- PostgreSQL plans the query for each number, and most rows have none.
  if phone = '' then return '{}'; end if;
  return (
    select coalesce(array_agg('+' || substr(digits, n)), '{}')
    from right(regexp_replace(phone, '\D', '', 'g'), 15) digits, generate_series(1, length(digits) - 4) n
    where substr(digits, n, 1) <> '0');
end $$;
