"""The ground on which the settlement desk's scorer is mutated, on the refund desk's bench."""
