-- `extra` and `units` did not tell their content: an amount without a line, and whether refunded units
-- return to the stock.
alter table refund rename column extra to additional_amount;
alter table refund rename constraint refund_extra_check to refund_additional_amount_check;

alter table refund_line rename column units to disposition;
alter table refund_line rename constraint refund_line_units_check to refund_line_disposition_check;
comment on table refund_line is 'Erasure of a customer
not personal: disposition';
