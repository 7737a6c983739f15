create table policy_lock ( -- finds lock-without-owner
    policy_id bigint primary key,
    locked_until timestamp not null
);
