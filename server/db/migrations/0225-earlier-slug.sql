alter function redirect_earlier_handle() rename to redirect_earlier_slug;
alter trigger redirect_earlier_handle on product rename to redirect_earlier_slug;
alter trigger redirect_earlier_handle on category rename to redirect_earlier_slug;
alter trigger redirect_earlier_handle on page rename to redirect_earlier_slug;
