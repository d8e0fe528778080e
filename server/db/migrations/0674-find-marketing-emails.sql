create index campaign_recipient__id on campaign_recipient (id);
create index automation_email__id on automation_email (id);
