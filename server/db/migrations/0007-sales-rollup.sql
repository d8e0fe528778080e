-- For /health/ready, which asks as the application.
grant select on migration to storewright_app;
