"""The servers of --demo: small, friendly, real."""
