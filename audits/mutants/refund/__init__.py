"""The ground on which the refund desk's scorers are mutated: inputs, guards, who claims what."""
