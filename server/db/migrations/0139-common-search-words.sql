-- search_records also returns whether it found more records than are counted.
drop function if exists search_records(text, text, integer);
