/** In SQL, by what somebody logs in and differs from others: the address, or without one the user name. */
export const loginNameOf = (user: string): string => `coalesce(${user}.email, ${user}.user_name)`;
