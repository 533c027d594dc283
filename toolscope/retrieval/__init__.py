"""Which tool a query finds, and why."""
