-- No page uses saved replies yet.
drop table saved_reply;
