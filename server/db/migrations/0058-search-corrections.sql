-- search_records replaces this function, and also returns the words that it corrected.
drop function if exists search_record_ids(text, text, integer);
